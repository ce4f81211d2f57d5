// The words that the modules share: what the server sends, and what a game's table is given.

/**
 * @typedef {object} Seat
 * @property {string} name
 * @property {"person"|"bot"|"free"} kind
 * @property {string|null} level  of a bot
 * @property {boolean} here  a person whose connection is open
 * @property {boolean} taken_over  a bot decides for this person
 */

/**
 * What this seat heard of a decision. Cards are texts in the notation of the game.
 * @typedef {object} Heard
 * @property {number} number  of the decision
 * @property {string} kind
 * @property {number} player
 * @property {string[]} cards
 * @property {number} count
 * @property {number} target
 * @property {string} place
 * @property {string} [words]  a sentence, see sentence.js; empty where others say it
 */

/**
 * A line of the log, of what was heard from a decision on.
 * @typedef {{number: number, words: string, own: boolean, kind: string}} Line
 */

/**
 * @typedef {object} Result
 * @property {number[]} returns
 * @property {number[]} scores
 * @property {number[]} places  seats, the best first
 * @property {string[]} lines
 */

/**
 * @typedef {object} Settings
 * @property {number} players
 * @property {Record<string, any>} options
 * @property {number|null} clock
 * @property {boolean} listed
 * @property {"off"|"after"|"live"} spectators
 * @property {boolean} hints  everybody may ask for hints
 * @property {number} [grace]
 * @property {number} [answer]
 */

/**
 * The frozen list of commitments, and its own, which everybody keeps.
 * @typedef {{host: string, people: Record<string, string>, commitment: string}} Commitments
 */

/**
 * The message `table`: everything there is to see.
 * @typedef {object} TableMessage
 * @property {"table"} type
 * @property {number} version
 * @property {string} id
 * @property {string} game
 * @property {"seating"|"opening"|"running"|"over"|"closed"} phase
 * @property {Settings} settings
 * @property {Seat[]} seats
 * @property {number} you  a seat, or -1
 * @property {boolean} host
 * @property {string|null} commitment  of the frozen list of commitments
 * @property {Commitments|null} [commitments]  that list
 * @property {number} decision
 * @property {number} to_move  who is to decide; -1 if nobody, or several at once
 * @property {number[]} waiting_for  all who are asked now
 * @property {number|null} due
 * @property {boolean} asked  you are asked, now, to answer sealed: send `answer`
 * @property {string|null} [answered]  what you have answered so far; it may be changed
 * @property {any} view  the position (docs/formats.md), or null
 * @property {string[]} legal
 * @property {string} now
 * @property {string[]} clauses
 * @property {string[]} [must]
 * @property {number[]} [order]  Rainbow: places in the trick, the first to choose first
 * @property {number[]|null} scores
 * @property {Result|null} result
 * @property {Heard[]} heard  since the version that the page had
 * @property {string[]} told  the same in sentences
 * @property {boolean} can_take_back
 * @property {boolean} hints  you may ask for hints
 * @property {string|null} [next]  the next table of the same people
 */

/**
 * What the server answers to a message: it was done, or why not.
 * @typedef {{ok: true, answer: any} | {ok: false, code: string, words: string}} Answer
 */

/** @typedef {import("./text.js").Translate} Translate */

/**
 * What the table of a game is given; the same on the replay page, where `live` is false.
 * @typedef {object} GameProps
 * @property {TableMessage} message  the newest message `table`; its `view` is not null
 * @property {Heard[]} log  everything heard so far, oldest first
 * @property {Line[]} lines  the same in sentences
 * @property {number} me  whose cards lie at the bottom: your seat, 0 for those who watch
 * @property {boolean} mine  it is your decision, now
 * @property {boolean} live  false where a game is only looked at: nothing can be played
 * @property {boolean} busy  what was played last is on its way: do not offer the next
 * @property {Translate} t
 * @property {import("./sentence.js").Speech} speech  how this game reads cards in sentences
 * @property {(seat: number) => string} name  "You", or a player's name
 * @property {(...actions: string[]) => Promise<Answer>} play  plays decisions in order, all or none
 * @property {(type: string, fields?: Record<string,
   any
 >
   ) => Promise<Answer>} send  any other message
 * @property {(words: string) => void} say  a short word to the person: shown, and read out
 * @property {import("./coach.js").Coach} [coach]  whom hints come from; absent on the replay page
 * @property {(...clauses: string[]) => void} explain  opens the rules drawer at these clauses
 */

/**
 * The module of a game, js/games/GAME.js, exports these.
 * @typedef {object} GameModule
 * @property {(props: GameProps) => any} Table  everything on the table, from the seats to the hand
 * @property {import("./sentence.js").Speech} speech  how it reads cards in sentences
 * @property {(props: GameProps) => any} [Recent]  what the button "last trick" shows
 * @property {string} [recent]  key of the text on that button
 * @property {(view: any, before: any, heard: Heard[]) => boolean} begins  whether with this view a
 *   new trick, round or turn has begun
 * @property {(heard: Heard[]) => boolean} [rests]  whether this is to be looked at for longer
 * @property {[string, string][]} [keys]  keyboard keys of this game, each with the key of its text
 */

export {};
