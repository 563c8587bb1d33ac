/** Under which name the browser keeps the token of the session. */
export const tokenKey = 'plumbline.token';

/** In sessionStorage, or in localStorage when the person asked to stay signed in; null = nobody is signed in here. */
export const storedToken = (): string | null => sessionStorage.getItem(tokenKey) ?? localStorage.getItem(tokenKey);
