/**
 * Which page for field work this browser has kept: it opens without a network. Invariant: nothing of a
 * project lies here but its number.
 */
const key = 'plumbline.fieldWork';
/** The database of what was read of projects (features/points/field-store). */
export const packsName = 'plumbline.fieldWork.packs';

const pathOf = (projectId: number | string): string => `/projects/${projectId}/field-work`;

export const markFieldWork = (projectId: number): void => localStorage.setItem(key, String(projectId));
/** Removes the projects from this browser when the user signs out. What they entered and is not sent stays theirs, and waits. */
export function forgetFieldWork(): void {
  if (localStorage.getItem(key) === null) return;
  localStorage.removeItem(key);
  indexedDB.deleteDatabase(packsName);
}

/** Returns whether a project was opened for field work here: what was entered then may wait to be sent. */
export const hasFieldWork = (): boolean => localStorage.getItem(key) !== null;

/** Returns whether the page in the address works without the server. */
export const isFieldWork = (): boolean => /^#\/projects\/\d+\/field-work(\?|$)/.test(location.hash);

/**
 * Opens the page for field work where the server could not be asked who is here: at the start of the installed app, and on
 * no other address.
 */
export function openFieldWork(): void {
  const projectId = localStorage.getItem(key);
  if (projectId !== null && /^(#\/?)?$/.test(location.hash)) location.hash = `#${pathOf(projectId)}`;
}
