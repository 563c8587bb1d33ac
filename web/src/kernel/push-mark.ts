/** Whose pushes come to this browser, so that nobody else's session takes them over by itself. */
const key = 'plumbline.push';

export const isMarkedFor = (userId: number): boolean => localStorage.getItem(key) === String(userId);
export const markFor = (userId: number): void => localStorage.setItem(key, String(userId));
export const unmark = (): void => localStorage.removeItem(key);
