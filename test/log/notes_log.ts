import type { Caller } from '../../src/log/caller.js';
import type { Proposal } from '../../src/log/decide_batch.js';
import { BrokenLog, type LogDefinition, type LogEntry, type LogState } from '../../src/log/definition.js';

/** A log other than tasks, as small as one can be: notes of a board, which are added and nothing else. */

export const NOTES_SQL = `
  CREATE TABLE boards (board text PRIMARY KEY, version int NOT NULL, commit_id uuid, notes int NOT NULL,
    created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL);
  CREATE TABLE notes (board text, number int, text text NOT NULL CONSTRAINT notes_text CHECK (text <> 'poison'),
    PRIMARY KEY (board, number));
  CREATE TABLE board_log (board text, version int, action text NOT NULL, changes json NOT NULL, reason text,
    principal text NOT NULL, agent text, session text, tool text NOT NULL, request_id text NOT NULL, tool_call_id text,
    commit_id uuid NOT NULL, at timestamptz(3) NOT NULL, PRIMARY KEY (board, version));
  CREATE TABLE board_keys (board text, principal text, tool text, key text, fingerprint text NOT NULL, value json NOT NULL,
    version int NOT NULL, entries int NOT NULL, note int, expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (board, principal, tool, key))`;

interface NotesState extends LogState {
  version: number;
  notes: number;
}

/** The text of a note that is added. */
type Note = { readonly number: number; readonly text: string };

export const notes: LogDefinition<null, NotesState, Note> = {
  name: 'notes',
  noun: 'board',
  tables: {
    key: 'board',
    head: 'boards',
    audit: 'board_log',
    answers: 'board_keys',
    subject: 'note',
    own: { notes: 'SELECT, INSERT' },
  },
  headColumns: [{ name: 'notes', type: 'int', initial: 0 }],
  entryColumns: [],
  rowOf: (row) => row,
  mergeNeeds: () => null,
  load: () => {},
  open({ key, guard, now, answers, row }) {
    const state = { key, guard, now, version: guard.version, notes: Number(row.notes ?? 0) };
    return {
      ...state,
      answers: new Map(answers),
      versionOf: (subject) => subject,
      apply(_change, entry) {
        this.notes += 1;
        this.version = entry?.version ?? this.version;
      },
    };
  },
  headOf: (state) => [state.notes],
  append(_state, added, parts) {
    parts.add('added', added, (json) => {
      const rows = `json_to_recordset(${json()}) AS new(number int, text text)`;
      return `INSERT INTO notes (board, number, text) SELECT $1, new.number, new.text FROM head, ${rows}`;
    });
  },
  entryOf({ text }, stamp) {
    return { ...stamp, action: 'add', changes: [{ field: 'text', from: null, to: text }], reason: null };
  },
  readEntry: (entry) => entry,
  replay() {
    const played: unknown[] = [];
    return {
      play({ changes: [change] }: LogEntry) {
        if (change?.field !== 'text') throw new BrokenLog('An entry adds a text.');
        played.push(change.to);
      },
      async compare(database, board) {
        const text = 'SELECT text FROM notes WHERE board = $1 ORDER BY number';
        const stored = await database.query<{ text: string }>({ name: '', lane: 'slow', text }, [board]);
        const isSame = JSON.stringify(stored.map((row) => row.text)) === JSON.stringify(played);
        return { records: stored.length, differences: isSame ? [] : ['the notes are not what was added'] };
      },
    };
  },
};

/** Adds notes in one decision; of several, each is an entry. */
export function addNotes(texts: readonly string[], caller: Caller, key: string | null = null): Proposal {
  return {
    tool: 'note_add',
    caller,
    needs: null,
    idempotency: key === null ? null : { key, fingerprint: texts.join() },
    decide: (state) => {
      const first = (state as NotesState).notes + 1;
      const changes = texts.map((text, index): Note => ({ number: first + index, text }));
      return { value: { first }, changes, subject: first };
    },
  };
}
