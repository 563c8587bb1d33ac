import { limits, type Theme, themes } from '@plumbline/contract/kernel/constants';
import { users } from '@plumbline/contract/people/users';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { prefer } from '../../app/shell/preferences.queries.ts';
import { Pane } from '../../design/Pane.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { rememberTheme } from '../../design/theme.tsx';
import { tokens } from '../../design/tokens.ts';
import { AlertSounds } from '../../features/people/users/profile.parts.tsx';
import { LanguageChoice } from '../../features/platform/language-packs/language-packs.parts.tsx';
import { formatZone } from '../../kernel/format.ts';
import * as session from '../../kernel/session.ts';
import { useSession } from '../../kernel/session.ts';
import { useWrite } from '../../kernel/writes.ts';
import { browserZone } from '../../kernel/zone.ts';

const timeouts = [900, 1_800, 3_600, limits.sessionTimeoutSeconds, 14_400, 28_800, 86_400, -1];

/** Language, zone of times, theme. Each is kept at once. */
export function SettingsPane() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: updateProfile } = useWrite(users.updateProfile);
  const { user } = useSession();
  const chooseTheme = async (chosen: Theme): Promise<void> => {
    const { user: saved } = await updateProfile({ theme: chosen });
    session.changeUser(saved);
    rememberTheme(chosen);
    location.reload();
  };
  return (
    <Pane title={t('users:profile.settings')}>
      <Form layout="vertical" className="pl-form" component="div">
        <Form.Item label={t('users:profile.language')}>
          <LanguageChoice />
        </Form.Item>
        <Form.Item label={t('users:profile.timesIn')} extra={t('users:profile.timesInHelp')}>
          <TimesInChoice />
        </Form.Item>
        <Form.Item label={t('users:profile.theme')} extra={t('users:profile.themeHelp')}>
          <ThemeChoice value={user.theme} onChange={(theme) => void chooseTheme(theme).catch(toasts.failed)} />
        </Form.Item>
      </Form>
    </Pane>
  );
}

/** How long a session waits for a click. */
export function TimeoutPane() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: updateProfile } = useWrite(users.updateProfile);
  const { user } = useSession();
  const keep = async (sessionTimeout: number): Promise<void> => {
    const { user: saved } = await updateProfile({ sessionTimeout });
    session.changeUser(saved);
  };
  return (
    <Pane title={t('users:profile.timeout')}>
      <Form layout="vertical" className="pl-form" component="div">
        <Form.Item extra={t('users:profile.timeoutHelp')}>
          <TimeoutChoice value={user.sessionTimeout} onChange={(next) => void keep(next).catch(toasts.failed)} />
        </Form.Item>
      </Form>
    </Pane>
  );
}

/** How alerts are heard while a page is open. */
export function AlertsPane() {
  const { t } = useTranslation();
  return (
    <Pane title={t('users:profile.sounds')}>
      <Form layout="vertical" className="pl-form" component="div">
        <AlertSounds />
      </Form>
    </Pane>
  );
}

/** A theme in small: header, sidebar, a pane with its accent and text. */
function Swatch({ theme }: { theme: Theme }) {
  const themeTokens = tokens[theme];
  return (
    <span className="swatch" style={{ background: themeTokens.line }} aria-hidden="true">
      <i style={{ background: themeTokens['header-bg'] }} />
      <i style={{ background: themeTokens['side-bg'] }} />
      <span className="body" style={{ background: themeTokens['bg-pane'] }}>
        <b style={{ background: themeTokens.accent }} />
        <b style={{ background: themeTokens['text-3'] }} />
      </span>
    </span>
  );
}

function ThemeChoice({ value, onChange }: { value: Theme; onChange: (theme: Theme) => void }) {
  const { t } = useTranslation();
  return (
    <div className="themes" role="radiogroup" aria-label={t('users:profile.theme')}>
      {themes.map((each) => (
        // biome-ignore lint/a11y/useSemanticElements: a swatch with its name, chosen like a radio
        <button
          key={each}
          type="button"
          role="radio"
          aria-checked={each === value}
          className="pl-bare theme-choice"
          onClick={() => onChange(each)}
        >
          <Swatch theme={each} />
          <span className="pl-sm" style={{ display: 'block', padding: '4px 2px' }}>
            {t(`users:theme.${each}`)}
          </span>
        </button>
      ))}
    </div>
  );
}

/** How long a session waits for a click; a length that is not among the usual ones is offered too while it holds. */
function TimeoutChoice({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  const { t } = useTranslation();
  const words = (seconds: number): string => {
    if (seconds < 0) return t('users:timeout.never');
    return seconds < 3_600
      ? t('users:timeout.minutes', { count: seconds / 60 })
      : t('users:timeout.hours', { count: seconds / 3_600 });
  };
  const options = [...new Set([...timeouts.slice(0, -1), value].filter((seconds) => seconds > 0))].sort(
    (a, b) => a - b,
  );
  return (
    <Select
      aria-label={t('users:profile.timeout')}
      value={value < 0 ? -1 : value}
      onChange={onChange}
      options={[...options, -1].map((seconds) => ({ value: seconds, label: words(seconds) }))}
    />
  );
}

/** Returns whether times are those of the project or of this browser. */
function TimesInChoice() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { preferences } = useSession();
  return (
    <Select
      aria-label={t('users:profile.timesIn')}
      value={preferences.timesIn}
      onChange={(timesIn) => void prefer('timesIn', timesIn).catch(toasts.failed)}
      options={[
        { value: 'project' as const, label: t('users:profile.timesInProject') },
        {
          value: 'mine' as const,
          label: t('users:profile.timesInMine', { name: browserZone(), zone: formatZone() }),
        },
      ]}
    />
  );
}
