/** Under which name the browser keeps the token of the session. */
export const tokenKey = 'plumbline.token';
/** Under which name a tab keeps the token of its own session while it shows what somebody else sees. */
const ownTokenKey = 'plumbline.ownToken';
/** Where that session was when the view began. */
const ownPlaceKey = 'plumbline.ownPlace';

/** In sessionStorage, or in localStorage when the person asked to stay signed in; null = nobody is signed in here. */
export const storedToken = (): string | null => sessionStorage.getItem(tokenKey) ?? localStorage.getItem(tokenKey);

/** Returns the token of the tab's own session while it shows what somebody else sees; null = it shows nobody else's. */
export const ownToken = (): string | null => sessionStorage.getItem(ownTokenKey);

/** Keeps the token of somebody else's view in this tab, and beside it its own and `place`, the hash to come back to. */
export function keepViewToken(token: string, place: string): void {
  const original = storedToken();
  sessionStorage.clear();
  if (original !== null) sessionStorage.setItem(ownTokenKey, original);
  sessionStorage.setItem(ownPlaceKey, place);
  sessionStorage.setItem(tokenKey, token);
}

/** Puts the tab's own token back in place of that of somebody else's view. Returns the hash of where that view began. */
export function restoreOwnToken(): string {
  const original = ownToken();
  const place = sessionStorage.getItem(ownPlaceKey) ?? '#/';
  sessionStorage.clear();
  if (original !== null) sessionStorage.setItem(tokenKey, original);
  return place;
}
