//! Plays a game at the console and asks both sides for each move.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use super::{
    Answers, Console, Exit, PlayerInput, ScriptedMoves, diagram::Diagram, hint::Adviser, player_input::Meant,
    questions, saved_game, wait,
};
use crate::{
    agents::{Agent, AgentName, Endgame, Thinking},
    files::output,
    games::reversi::{
        Bitboard, ByColor, Color, Move, Position, Record, Size, Square,
        sides::{self, SideMove},
    },
    names::names,
    terminal::{clock::Clock, tell},
};

pub enum Player {
    Person,
    Agent { name: AgentName, agent: Box<dyn Agent> },
}

impl Player {
    pub fn agent(name: AgentName, side: Color, position: &Position, endgame: Endgame, seed: u64) -> Self {
        Self::Agent { agent: name.agent(position, endgame, seed, side as u64), name }
    }
}

#[derive(Debug)]
pub struct SessionSettings {
    pub clock: Clock,
    /// The number of empty squares from which depth-limited agents play perfectly.
    pub endgame: Endgame,
    pub seed: u64,
    /// Moves that agents make instead of their own moves.
    pub replies: ScriptedMoves,
    /// Answers to the questions that the program asks if an agent would take too long.
    pub answers: Answers,
    pub squares: SquareNames,
}

names! {
    /// The names of squares at the console.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SquareNames {
        /// `a1` is the square at the upper left.
        Letters => "letters",
        /// 1 is the square at the upper left; the numbers go on row by row, as in Reversi Tiny.
        Numbers => "numbers",
    }
}

impl SquareNames {
    /// A move with its side, such as `x:a2` or `x:5`.
    fn of_move(self, mover: Color, played: Move, size: Size) -> String {
        match (self, played) {
            (Self::Numbers, Move::Place(square)) => {
                format!("{}:{}", sides::letter(mover), square.row() * size.rows() + square.column() + 1)
            }
            _ => SideMove(mover, played).to_string(),
        }
    }

    /// The move that a person enters by a number.
    fn read(self, entry: &str, size: Size) -> Option<Move> {
        let place = entry.trim().parse::<u8>().ok().filter(|_| self == Self::Numbers)?.checked_sub(1)?;
        Some(Move::Place(Square::new(place / size.rows(), place % size.rows())?))
    }
}

pub struct Session {
    console: Console,
    settings: SessionSettings,
    record: Record,
    /// The game's record at the start of play or at the last save.
    saved: Record,
    players: ByColor<Player>,
    adviser: Adviser,
    total: ByColor<Duration>,
}

impl Session {
    /// Continues a game after the moves of `record`.
    pub fn new(console: Console, settings: SessionSettings, record: Record, players: ByColor<Player>) -> Self {
        let adviser = Adviser::new(record.position().size());
        Self { console, settings, saved: record.clone(), record, players, adviser, total: ByColor::default() }
    }

    /// Plays to the end of the game and shows the result. The error means that the person quits, the console fails, or
    /// a scripted reply is illegal.
    pub fn run(mut self) -> Result<(), Exit> {
        loop {
            let side_to_move = self.record.position().side_to_move();
            self.show_board(Bitboard::EMPTY)?;
            let is_over = self.record.position().is_over();
            if self.console.is_terminal() && !is_over {
                let number = self.record.squares().count() + 1;
                let score = score(self.record.position());
                self.console.tell_line(format_args!("Move {number}. Discs: {score}"))?;
            }
            self.console.tell_line(format_args!("Next to play: {}", sides::name(side_to_move)))?;
            if is_over {
                return self.show_result();
            }
            self.turn(side_to_move)?;
        }
    }

    fn turn(&mut self, side_to_move: Color) -> Result<(), Exit> {
        let start = Instant::now();
        let person_waits = matches!(self.players[side_to_move.opponent()], Player::Person);
        match &mut self.players[side_to_move] {
            Player::Person => match self.person_chooses()? {
                Some(played) => self.make(played, side_to_move, start.elapsed())?,
                None => self.total[side_to_move] += start.elapsed(),
            },
            Player::Agent { name, agent } => {
                let position = *self.record.position();
                let reply = self.settings.replies.next(&self.record)?;
                if reply.is_none() {
                    let answering = self.settings.answers.in_time(&mut self.console, name.clone(), &position)?;
                    if answering != *name {
                        let SessionSettings { endgame, seed, .. } = self.settings;
                        *agent = answering.agent(&position, endgame, seed, side_to_move as u64);
                        *name = answering;
                    }
                }
                self.console.tell_line(format_args!("I'm picking a move {}...", agent.method()))?;
                let start = Instant::now();
                let choose = |thinking: &mut Thinking| agent.choose(&position, thinking);
                let think = || if person_waits { wait::for_person(choose) } else { wait::for_agent(choose) };
                let played = reply.unwrap_or_else(think);
                let elapsed = start.elapsed();
                self.make(played, side_to_move, elapsed)?;
            }
        }
        Ok(())
    }

    fn make(&mut self, played: Move, side_to_move: Color, elapsed: Duration) -> Result<(), Exit> {
        self.record.play(played);
        self.total[side_to_move] += elapsed;
        let elapsed = self.settings.clock.seconds(elapsed);
        let played = self.settings.squares.of_move(side_to_move, played, self.record.position().size());
        self.console.tell_line(format_args!("Elapsed time: {elapsed} secs\n{played}"))
    }

    fn show_board(&mut self, marked: Bitboard) -> Result<(), Exit> {
        let last = self.record.last_square();
        self.console.tell(Diagram { position: self.record.position(), last, marked })
    }

    fn show_result(&mut self) -> Result<(), Exit> {
        let position = *self.record.position();
        self.console.tell_line(format_args!("Winner: {}", sides::winner(&position)))?;
        let discs = format!("Discs: {}", score(&position));
        if self.console.is_terminal() {
            self.console.tell_line(discs)?;
        } else {
            // Standard output contains the same lines as the assignment's transcripts.
            tell(discs);
        }
        self.console.tell_line("Total time:")?;
        for side in [Color::Black, Color::White] {
            let seconds = self.settings.clock.seconds(self.total[side]);
            self.console.tell_line(format_args!("{}: {seconds} secs", sides::name(side)))?;
        }
        Ok(())
    }

    /// Asks until the person makes a legal move; `None` if the person takes moves back.
    fn person_chooses(&mut self) -> Result<Option<Move>, Exit> {
        let legal = self.record.legal();
        let mut is_warned = false;
        loop {
            let entry = match self.console.ask("Your move (? for help): ") {
                Err(Exit::Interrupted) if !is_warned && self.record != self.saved => {
                    is_warned = true;
                    self.console
                        .tell_line("The game is not saved: press Ctrl-C again to leave, or enter `save FILE`")?;
                    continue;
                }
                entry => entry?,
            };
            is_warned = false;
            let by_number = self.settings.squares.read(&entry, self.record.position().size());
            match by_number.map_or_else(|| PlayerInput::read(&entry), |played| Ok(PlayerInput::Move(played))) {
                Ok(PlayerInput::Move(played)) if legal.contains(&played) => return Ok(Some(played)),
                Ok(PlayerInput::Help) => self.help()?,
                Ok(PlayerInput::Hint) => self.hint()?,
                Ok(PlayerInput::Save(file)) => self.save(&file)?,
                Ok(PlayerInput::Undo) => {
                    if self.undo()? {
                        return Ok(None);
                    }
                }
                Ok(PlayerInput::Quit) => return Err(Exit::Goodbye),
                Err(Some(Meant::Command(command))) => {
                    self.console.tell_line(format_args!("No such command; did you mean `{command}`?"))?;
                }
                Err(Some(Meant::Alone(command))) => {
                    self.console.tell_line(format_args!("Nothing can follow `{command}`; type it alone"))?;
                }
                refused => {
                    let valid = self.valid_moves();
                    self.console.tell_line(format_args!("Invalid move!\n{valid}\nTry again!"))?;
                    if let Err(Some(Meant::Square(square))) = refused {
                        self.console.tell_line(format_args!("Did you mean {square}?"))?;
                    }
                }
            }
        }
    }

    fn valid_moves(&self) -> String {
        let position = self.record.position();
        let name = |played| self.settings.squares.of_move(position.side_to_move(), played, position.size());
        format!("Valid moves are: [{}]", self.record.legal().into_iter().map(name).collect::<Vec<_>>().join(", "))
    }

    fn help(&mut self) -> Result<(), Exit> {
        self.show_board(self.record.position().legal_moves())?;
        self.console.tell_line(self.valid_moves())?;
        self.console.tell(PlayerInput::COMMANDS)
    }

    fn hint(&mut self) -> Result<(), Exit> {
        let position = *self.record.position();
        match wait::for_person(|thinking| self.adviser.hint(&position, thinking)) {
            Some(hint) => self.console.tell_line(format_args!("Hint: {hint}")),
            None => self.console.tell_line("No hint: the search was stopped too soon"),
        }
    }

    fn save(&mut self, file: &Path) -> Result<(), Exit> {
        if file.as_os_str().is_empty() {
            return self.console.tell_line("Not saved: the name of the file is missing; expected `save FILE`");
        }
        if self.record.moves().next().is_none() {
            return self.console.tell_line("Not saved: there is no move yet");
        }
        let name = file.display();
        if file.is_file() {
            let question = format!("{name} is there already. Replace it (y or n)? ");
            // Ctrl-C means no.
            let may_replace = match questions::agree(&mut self.console, &question) {
                Err(Exit::Interrupted) => false,
                answer => answer?,
            };
            if !may_replace {
                return self.console.tell_line(format_args!("Not saved: {name} is unchanged"));
            }
        }
        let game = saved_game::saved(file, &self.record, &self.players);
        match output::write(file, game.as_bytes()) {
            Ok(()) => {
                self.saved = self.record.clone();
                let command = saved_game::command(file, &self.record, &self.players);
                self.console.tell_line(format_args!("Saved in {name}; to continue the game: {command}"))
            }
            Err(error) => self.console.tell_line(format_args!("Not saved: {error:#}")),
        }
    }

    /// Takes back the moves since a person's last choice. Returns false if no person has chosen a move yet.
    fn undo(&mut self) -> Result<bool, Exit> {
        let players = &self.players;
        let taken = self.record.undo(|side| matches!(players[side], Player::Person));
        if taken.is_empty() {
            self.console.tell_line("There is no move of yours to take back")?;
            return Ok(false);
        }
        self.console.tell_line(format_args!("Taken back: {}", sides::list(taken.iter().copied())))?;
        Ok(true)
    }
}

/// The discs of both sides: `DARK 3, LIGHT 3`.
fn score(position: &Position) -> String {
    let [black, white] = [Color::Black, Color::White].map(|side| position.discs(side).len());
    format!("DARK {black}, LIGHT {white}")
}
