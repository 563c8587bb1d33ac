/**
 * Where a JSON text breaks. The engines say it each in their own words and some without a place; this one counts lines
 * and columns itself, so that the browser and the server name the same character.
 */
import { z } from 'zod';
import { elementAt } from './elements.ts';

export interface JsonFault {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly found: 'end' | 'character';
}

class Stop extends Error {
  readonly at: number;
  constructor(at: number) {
    super();
    this.at = at;
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plain = /[^"\\\p{Cc}]*/uy;
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const blank = /[ \t\n\r]*/y;
const deepest = 200;

/** The first character at which a text is no JSON (or nests deeper than 200), or null when it is legal. */
export function jsonFault(text: string): JsonFault | null {
  try {
    const end = skip(text, value(text, skip(text, 0), 0));
    if (end < text.length) throw new Stop(end);
    return null;
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    const before = text.slice(0, stop.at).split('\n');
    return {
      line: before.length,
      column: elementAt(before, -1).length + 1,
      found: stop.at >= text.length ? 'end' : 'character',
    };
  }
}

/** The place after what the sticky pattern matches at `at`; -1 when it matches nothing there. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
const skip = (text: string, at: number): number => after(blank, text, at);

function value(text: string, at: number, depth: number): number {
  const sign = text[at];
  if (depth > deepest) throw new Stop(at);
  if (sign === '{') return members(text, at, depth, '}', true);
  if (sign === '[') return members(text, at, depth, ']', false);
  if (sign === '"') return string(text, at);
  for (const word of ['true', 'false', 'null']) {
    if (text.startsWith(word, at)) return at + word.length;
    if (sign === word[0]) throw new Stop(firstOther(text, at, word));
  }
  const end = after(number, text, at);
  if (end < 0) throw new Stop(sign === '-' ? at + 1 : at);
  return end;
}

function members(text: string, from: number, depth: number, close: string, named: boolean): number {
  let at = skip(text, from + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    if (named) {
      if (text[at] !== '"') throw new Stop(at);
      at = skip(text, string(text, at));
      if (text[at] !== ':') throw new Stop(at);
      at = skip(text, at + 1);
    }
    at = skip(text, value(text, at, depth + 1));
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') throw new Stop(at);
    at = skip(text, at + 1);
  }
}

function string(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    at = after(plain, text, at);
    if (text[at] === '"') return at + 1;
    if (text[at] !== '\\') throw new Stop(at);
    const end = after(escaped, text, at);
    if (end < 0) throw new Stop(at + 1);
    at = end;
  }
}

function firstOther(text: string, at: number, word: string): number {
  let i = 0;
  while (i < word.length && text[at + i] === word[i]) i++;
  return at + i;
}

/** A JSON text of at most 20,000 characters; errors name their line and column. */
export const jsonText = z
  .string()
  .max(20_000)
  .check((context) => {
    const fault = jsonFault(context.value);
    if (fault)
      context.issues.push({ code: 'custom', message: 'jsonIllegal', input: context.value, params: { ...fault } });
  });
