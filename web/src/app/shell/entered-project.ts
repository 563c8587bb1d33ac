import { createContext, useContext, useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { to } from '../paths.ts';

/**
 * The project that one has entered by viewing it, and leaves by Home (specification 4): on pages of no project, header and
 * menu stay with it. Kept for the tab, so that loading the page again leaves nothing.
 */
const key = 'plumbline.project';

const EnteredProject = createContext<string | undefined>(undefined);
export const EnteredProjectProvider = EnteredProject.Provider;
/** The id of the entered project; undefined outside of all. It may be one that the reader does not see. */
export const useEnteredProject = (): string | undefined => useContext(EnteredProject);

/** For the shell alone: follows the address. */
export function useEntering(): string | undefined {
  const { projectId } = useParams();
  const { pathname } = useLocation();
  const [remembered, setRemembered] = useState(() => sessionStorage.getItem(key) ?? undefined);
  const entered = projectId ?? (pathname === to('Home') ? undefined : remembered);
  if (entered !== remembered) setRemembered(entered);
  useEffect(() => {
    if (entered === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, entered);
  }, [entered]);
  return entered;
}
