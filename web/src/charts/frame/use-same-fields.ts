import { useRef } from 'react';

/** The object of before while each of its fields is the same, so that what is made of it stays too. */
export function useSameFields<T extends object>(latest: T): T {
  const previous = useRef(latest);
  const fields = new Set([...Object.keys(previous.current), ...Object.keys(latest)] as (keyof T)[]);
  if ([...fields].some((field) => previous.current[field] !== latest[field])) previous.current = latest;
  return previous.current;
}
