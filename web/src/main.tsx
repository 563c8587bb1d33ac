import 'antd/dist/antd.css';
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-500.css';
import '@fontsource/inter/latin-600.css';
import '@fontsource/inter/greek-400.css';
import '@fontsource/inter/greek-500.css';
import './design/base.css';
import './design/parts.css';
import './design/stat-strip.css';
import './design/level.css';
import './design/data-table.css';
import './app/shell/sidebar.css';
import './app/shell/shell.css';
import './app/shell/drop.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Application } from './app/Application.tsx';
import { restore } from './app/restore.queries.ts';
import { rememberedTheme } from './design/theme.tsx';
import { paint } from './design/tokens.ts';
import { isFieldWork, openFieldWork } from './kernel/field-work-mark.ts';
import { followSession } from './kernel/follow-session.ts';
import { startLanguage } from './kernel/language.ts';
import { isUnasked } from './kernel/session.ts';

/** The page begins: colours first, then words, then who is here; only then is anything drawn. */
paint(document.documentElement, rememberedTheme());
const place = document.getElementById('root');
if (!place) throw new Error('no #root');
/** A server that does not answer within this counts as away: the page is drawn, and goes on asking. */
const waitMs = 4_000;
// No `await` up here: what is fetched meanwhile may stand in a file that waits for this one to end.
// Field work opens without a network, and on a bad one it does not wait to be told who is here: it asks by itself.
const answered = isFieldWork() ? null : Promise.race([restore(), new Promise((goOn) => setTimeout(goOn, waitMs))]);
void Promise.all([startLanguage(), answered]).then(async () => {
  await followSession();
  if (isUnasked()) openFieldWork();
  createRoot(place).render(
    <StrictMode>
      <Application />
    </StrictMode>,
  );
});
