import { useRef } from 'react';

/** The object of before while each of its fields is the same, so that what is made of it stays too. */
export function useSameFields<T extends object>(given: T): T {
  const previous = useRef(given);
  const fields = new Set([...Object.keys(previous.current), ...Object.keys(given)] as (keyof T)[]);
  if ([...fields].some((field) => previous.current[field] !== given[field])) previous.current = given;
  return previous.current;
}
