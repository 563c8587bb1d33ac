import { SoundOutlined } from '@ant-design/icons';
import { type Language, languages, limits, type Theme, themes } from '@plumbline/contract/constants';
import { users } from '@plumbline/contract/users';
import { Button, Form, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { prefer } from '../../app/shell/preferences.queries.ts';
import { Pane } from '../../design/Pane.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { rememberTheme } from '../../design/theme.tsx';
import { tokens } from '../../design/tokens.ts';
import { formatZone } from '../../kernel/format.ts';
import { changeLanguage, languageName, useLanguage } from '../../kernel/language.ts';
import * as session from '../../kernel/session.ts';
import { useSession } from '../../kernel/session.ts';
import { playAlert } from '../../kernel/sound.ts';
import { useWrite } from '../../kernel/writes.ts';
import { browserZone } from '../../kernel/zone.ts';

const timeouts = [900, 1_800, 3_600, limits.sessionTimeoutSeconds, 14_400, 28_800, 86_400, -1];

/** Theme, language, sound, and how long a session waits for a click. Each is kept at once. */
export function SettingsPane() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: updateProfile } = useWrite(users.updateProfile);
  const language = useLanguage();
  const { user, preferences } = useSession();
  const words = (seconds: number): string => {
    if (seconds < 0) return t('users:timeout.never');
    return seconds < 3_600
      ? t('users:timeout.minutes', { count: seconds / 60 })
      : t('users:timeout.hours', { count: seconds / 3_600 });
  };
  const keep = async (change: { theme?: Theme; language?: Language; sessionTimeout?: number }): Promise<void> => {
    const { user: saved } = await updateProfile(change);
    session.changeUser(saved);
  };
  const theme = async (chosen: Theme): Promise<void> => {
    await keep({ theme: chosen });
    rememberTheme(chosen);
    location.reload();
  };
  const speak = async (chosen: Language): Promise<void> => {
    await changeLanguage(chosen);
    await keep({ language: chosen });
  };
  const options = [...new Set([...timeouts.slice(0, -1), user.sessionTimeout].filter((seconds) => seconds > 0))].sort(
    (a, b) => a - b,
  );
  return (
    <Pane title={t('users:profile.settings')}>
      <Form layout="vertical" className="pl-form" component="div">
        <Form.Item label={t('users:profile.theme')} extra={t('users:profile.themeHelp')}>
          <div className="themes" role="radiogroup" aria-label={t('users:profile.theme')}>
            {themes.map((each) => (
              // biome-ignore lint/a11y/useSemanticElements: a swatch with its name, chosen like a radio
              <button
                key={each}
                type="button"
                role="radio"
                aria-checked={each === user.theme}
                className="pl-bare theme-choice"
                onClick={() => void theme(each).catch(toasts.failed)}
              >
                <Swatch theme={each} />
                <span className="pl-sm" style={{ display: 'block', padding: '4px 2px' }}>
                  {t(`users:theme.${each}`)}
                </span>
              </button>
            ))}
          </div>
        </Form.Item>
        <div className="pl-fields-2">
          <Form.Item label={t('users:profile.language')}>
            <Select
              aria-label={t('users:profile.language')}
              value={language}
              onChange={(chosen) => void speak(chosen).catch(toasts.failed)}
              options={languages.map((each) => ({ value: each, label: languageName(each) }))}
            />
          </Form.Item>
          <Form.Item label={t('users:profile.timeout')} extra={t('users:profile.timeoutHelp')}>
            <Select
              aria-label={t('users:profile.timeout')}
              value={user.sessionTimeout < 0 ? -1 : user.sessionTimeout}
              onChange={(sessionTimeout) => void keep({ sessionTimeout }).catch(toasts.failed)}
              options={[...options, -1].map((seconds) => ({ value: seconds, label: words(seconds) }))}
            />
          </Form.Item>
        </div>
        <Form.Item label={t('users:profile.timesIn')} extra={t('users:profile.timesInHelp')}>
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
        </Form.Item>
        <Form.Item label={t('users:profile.sound')}>
          <div className="pl-row wide">
            <Switch
              checked={preferences.sound}
              aria-label={t('users:profile.sound')}
              onChange={(on) => void prefer('sound', on).catch(toasts.failed)}
            />
            <Button
              size="small"
              icon={<SoundOutlined />}
              disabled={!preferences.sound}
              onClick={() => void playAlert().then((played) => played || toasts.warn(t('users:profile.soundBlocked')))}
            >
              {t('users:profile.soundTry')}
            </Button>
          </div>
        </Form.Item>
      </Form>
    </Pane>
  );
}

/** A theme in small: header, sidebar, a pane with its accent and text. */
function Swatch({ theme }: { theme: Theme }) {
  const own = tokens[theme];
  return (
    <span className="swatch" style={{ background: own.line }} aria-hidden="true">
      <i style={{ background: own['header-bg'] }} />
      <i style={{ background: own['side-bg'] }} />
      <span className="body" style={{ background: own['bg-pane'] }}>
        <b style={{ background: own.accent }} />
        <b style={{ background: own['text-3'] }} />
      </span>
    </span>
  );
}
