import { useRef } from 'react';

/** The object of before while each of its fields is the same, so that what is made of it stays too. */
export function useSameFields<T extends object>(given: T): T {
  const kept = useRef(given);
  const fields = new Set([...Object.keys(kept.current), ...Object.keys(given)] as (keyof T)[]);
  if ([...fields].some((field) => kept.current[field] !== given[field])) kept.current = given;
  return kept.current;
}
