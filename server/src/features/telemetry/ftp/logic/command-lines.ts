/**
 * Commands out of the bytes of a control connection, pure: RFC 959, 5.3, in UTF-8 (RFC 2640). Invariants: what is kept of an unfinished
 * line is bounded; whatever bytes come, commands come out.
 */

/** Names of files are 200 bytes at most; the rest is room for whoever puts a path before them. */
const maxLineBytes = 1_024;
const [lineFeed, carriageReturn, telnet] = [0x0a, 0x0d, 0xff];

export interface Command {
  /** In capital letters; empty = the line was too long, or began with no word. */
  readonly verb: string;
  readonly argument: string;
}

const unreadable: Command = { verb: '', argument: '' };

export class CommandLines {
  readonly #bytes: number[] = [];
  #isTooLong = false;
  /** Telnet's own command began: one more byte is of it. */
  #isTelnet = false;

  /** Whether a line has begun. */
  get hasBegun(): boolean {
    return this.#bytes.length > 0 || this.#isTooLong;
  }

  push(chunk: Uint8Array): Command[] {
    const commands: Command[] = [];
    for (const byte of chunk) {
      // CR alone ends a line too: where ABOR is sent as urgent data its LF does not arrive here.
      if (byte === lineFeed || byte === carriageReturn) {
        if (this.hasBegun) commands.push(this.#isTooLong ? unreadable : commandOf(Buffer.from(this.#bytes)));
        this.#bytes.length = 0;
        this.#isTooLong = false;
        this.#isTelnet = false;
      } else this.#add(byte);
    }
    return commands;
  }

  /** Telnet's interrupt before ABOR (IAC IP, IAC DM) is left out. */
  #add(byte: number): void {
    if (this.#isTelnet) {
      this.#isTelnet = false;
      if (byte >= 0xf0 && byte !== telnet) return;
    } else if (byte === telnet) {
      this.#isTelnet = true;
      return;
    }
    if (this.#bytes.length >= maxLineBytes) this.#isTooLong = true;
    else this.#bytes.push(byte);
  }
}

function commandOf(line: Buffer): Command {
  const [, verb, argument = ''] = /^([A-Za-z]{3,4})(?: (.*))?\s*$/s.exec(line.toString('utf8')) ?? [];
  return verb === undefined ? unreadable : { verb: verb.toUpperCase(), argument };
}
