/** Names of files as people are shown them: one line, and nothing in it that turns the order of its letters round. */

/** Control characters, and marks of writing direction: with those `gpj.exe` passes for `exe.jpg`. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

export const plainFileName = (name: string): string => name.replace(hidden, ' ').trim();

/** The name of a photo as it is shown: without folders, at most 100 characters. */
export const plainPhotoName = (name: string): string =>
  (name.replaceAll('\\', '/').split('/').at(-1) ?? '').replace(/\p{C}/gu, '').trim().slice(-100) || 'photo';
