let isPressed = false;
for (const name of ['pointerdown', 'pointerup', 'pointercancel'] as const)
  addEventListener(name, () => (isPressed = name === 'pointerdown'), true);

/**
 * At once, or, while a button of the mouse is down, after the click that it ends in. What is said of a field that is left
 * moves what stands below it: a button that moved between press and release would not be clicked.
 */
export function afterPress(): Promise<void> | undefined {
  if (!isPressed) return undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
    // The click comes after the release.
    setTimeout(resolve);
  };
  for (const name of ['pointerup', 'pointercancel'])
    addEventListener(name, end, { capture: true, signal: ended.signal });
  return promise;
}
