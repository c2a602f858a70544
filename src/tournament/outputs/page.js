// Shows the standings of a tournament, and replays its games.
const { names, standings, games, notes } = JSON.parse(byId("data").textContent || "{}");
let game = games[0];
let cells = [];
let ply = 0;

function between(one, two) {
  return games.filter(({ players }) => players.includes(one) && players.includes(two));
}

function show() {
  const board = Array(64).fill(".");
  game.start.forEach((row, place) => [...row].forEach((disc, column) => (board[8 * place + column] = disc)));
  let color = game.first;
  for (const move of game.moves.slice(0, ply)) {
    for (const square of move) board[square] = color;
    color = color === "B" ? "W" : "B";
  }
  const last = ply ? game.moves[ply - 1].map(squareName)[0] || "pass" : "";
  cells.forEach((cell, square) => {
    const kind = { B: "black", W: "white" }[board[square]];
    cell.className = [kind || "empty", squareName(square) === last ? "last" : ""].join(" ").trim();
    cell.replaceChildren(...(kind ? [element("span", { class: "disc" }, element("span", { class: "spoken" }, kind))] : []));
  });
  const discs = ["B", "W"].map((color) => board.filter((disc) => disc === color).length);
  const move = ply ? `${ply <= game.opening ? "opening, " : ""}${last}` : "start";
  byId("place").textContent = `${ply} of ${counted(game.moves.length, "ply", "plies")}: ${move}; black ${discs[0]}, white ${discs[1]}`;
}

function goTo(wanted) {
  ply = Math.max(0, Math.min(game.moves.length, wanted));
  show();
}

function choose(one, two) {
  const found = between(one, two);
  byId("replay").hidden = false;
  byId("title").textContent = `${names[one]} against ${names[two]}`;
  const buttons = found.map((choice, place) => {
    const [black, white] = choice.players.map((agent, color) => `${names[agent]} ${choice.discs[color]}`);
    const button = element("button", {}, `${place + 1}: ${black}, ${white}${choice.cause && ` (${choice.cause})`}`);
    button.onclick = () => {
      game = choice;
      byId("board").replaceChildren();
      cells = boardCells(byId("board"), game.size, () => element("td"));
      buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      goTo(0);
    };
    return button;
  });
  byId("games").replaceChildren(...buttons);
  buttons[0].click();
  byId("replay").scrollIntoView();
}

byId("first").onclick = () => goTo(0);
byId("back").onclick = () => goTo(ply - 1);
byId("on").onclick = () => goTo(ply + 1);
byId("last").onclick = () => goTo(game.moves.length);
byId("notes").append(...notes.map((note) => element("p", {}, note)));
// In a ladder, students play only against other agents.
const others = [...names.keys()].filter((agent) => standings.every((standing) => standing.agent !== agent));
const opponents = others.length ? others : standings.map(({ agent }) => agent);
const head = ["rank", "name", "points", "games", "forfeits", ...opponents.map((agent) => names[agent])];
byId("cross").append(element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))));
const rows = standings.map(({ agent, rank, points: own, games: count, forfeits }) => {
  const texts = [rank, names[agent], own, count, forfeits].map((text) => element("td", {}, String(text)));
  const results = opponents.map((other) => {
    const found = other === agent ? [] : between(agent, other);
    if (!found.length) return element("td");
    const sum = found.reduce((sum, { players, points }) => sum + points[players.indexOf(agent)], 0);
    const button = element("button", { class: "link" }, `${sum} of ${found.length}`);
    button.onclick = () => choose(agent, other);
    return element("td", {}, button);
  });
  return element("tr", {}, ...texts, ...results);
});
byId("cross").append(element("tbody", {}, ...rows));
