import { PlumbBob } from '../../design/PlumbBob.tsx';
import { LanguageSwitch } from './menus.tsx';

/** The head of the pages that are read without an account: whose product it is, and the language. */
export const PublicHead = () => (
  <header className="pl-row">
    <span className="pl-row tight pl-b">
      <PlumbBob size={22} />
      Plumbline
    </span>
    <span className="pl-gap" />
    <LanguageSwitch />
  </header>
);
