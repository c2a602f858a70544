const data = JSON.parse(byId("data").textContent || "{}");
const size = data.size;
const cells = boardCells(byId("board"), size, () => element("td", { class: "" }));
let game = null;
let ply = 0;

function points(one, game) {
  const [black, white] = game.discs;
  const own = game.black === one ? black - white : white - black;
  return own > 0 ? 1 : own < 0 ? 0 : 0.5;
}

function between(one, two) {
  return data.games.filter((game) => [game.black, game.white].includes(one) && [game.black, game.white].includes(two));
}

function flipped(board, square, color) {
  const found = [];
  for (const rows of [-1, 0, 1]) {
    for (const columns of [-1, 0, 1]) {
      const line = [];
      let [row, column] = [Math.floor(square / 8) + rows, (square % 8) + columns];
      while ((rows || columns) && row >= 0 && row < size && column >= 0 && column < size) {
        const disc = board[8 * row + column];
        if (disc === color) found.push(...line);
        if (disc === color || disc === ".") break;
        line.push(8 * row + column);
        row += rows;
        column += columns;
      }
    }
  }
  return found;
}

function show() {
  const board = Array(64).fill(".");
  game.start.forEach((row, place) => [...row].forEach((disc, column) => (board[8 * place + column] = disc)));
  let color = game.whiteFirst ? "W" : "B";
  for (const move of game.moves.slice(0, ply)) {
    if (move !== "pass") {
      const square = move.charCodeAt(0) - 97 + 8 * (Number(move[1]) - 1);
      for (const turned of [square, ...flipped(board, square, color)]) board[turned] = color;
    }
    color = color === "B" ? "W" : "B";
  }
  cells.forEach((cell, square) => {
    const kind = { B: "black", W: "white" }[board[square]];
    cell.className = kind || "empty";
    cell.replaceChildren(...(kind ? [element("span", { class: "disc", "aria-label": kind })] : []));
  });
  byId("place").textContent = `${ply} of ${counted(game.moves.length, "ply", "plies")}${ply ? ": " + game.moves[ply - 1] : ""}`;
}

function choose(one, two) {
  const games = between(one, two);
  byId("replay").hidden = false;
  byId("games").replaceChildren(...games.map((found, place) => {
    const button = element("button", {}, `${place + 1}: ${data.names[found.black]} ${found.discs[0]}, ${data.names[found.white]} ${found.discs[1]}${found.cause ? " (" + found.cause + ")" : ""}`);
    button.onclick = () => { game = found; ply = 0; show(); };
    return button;
  }));
  byId("title").textContent = `${data.names[one]} against ${data.names[two]}`;
  [game, ply] = [games[0], 0];
  if (game) show();
  byId("replay").scrollIntoView();
}

byId("back").onclick = () => { ply = Math.max(0, ply - 1); show(); };
byId("on").onclick = () => { ply = Math.min(game.moves.length, ply + 1); show(); };
byId("notes").append(...data.notes.map((note) => element("p", {}, note)));
const order = data.standings.map((standing) => standing.agent);
const head = ["rank", "name", "points", "games", "forfeits", ...order.map((agent) => data.names[agent])];
byId("cross").append(element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))));
const body = element("tbody");
for (const standing of data.standings) {
  const own = [standing.rank, data.names[standing.agent], standing.points, standing.games, standing.forfeits];
  const row = element("tr", {}, ...own.map((text) => element("td", {}, String(text))));
  for (const other of order) {
    const games = between(standing.agent, other);
    const cell = element("td");
    if (other !== standing.agent && games.length) {
      const sum = games.reduce((sum, game) => sum + points(standing.agent, game), 0);
      const button = element("button", { class: "link" }, `${sum} of ${games.length}`);
      button.onclick = () => choose(standing.agent, other);
      cell.append(button);
    }
    row.append(cell);
  }
  body.append(row);
}
byId("cross").append(body);
