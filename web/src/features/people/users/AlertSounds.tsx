import { SoundOutlined } from '@ant-design/icons';
import { Button, Form, Select, Slider, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { prefer } from '../../../app/shell/preferences.queries.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useSession } from '../../../kernel/session.ts';
import { canReadOut, playSound, readOut } from '../../../kernel/sound.ts';

/** How alerts are heard while a page is open: sound, voice, from which level on, how loud, how often. Each is kept at once. */
export function AlertSounds() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { preferences } = useSession();
  const isAudible = preferences.sound || preferences.speech;
  const set: Set = (key, value) => prefer(key, value).catch(toasts.failed);
  return (
    <>
      <Form.Item label={t('users:profile.sound')}>
        <div className="pl-row wide">
          <Switch
            checked={preferences.sound}
            aria-label={t('users:profile.sound')}
            onChange={(on) => void set('sound', on)}
          />
          <TryButton />
        </div>
      </Form.Item>
      <Form.Item
        label={t('users:profile.speech')}
        extra={t(canReadOut() ? 'users:profile.speechHelp' : 'users:profile.speechMissing')}
      >
        <Switch
          checked={preferences.speech}
          disabled={!canReadOut()}
          aria-label={t('users:profile.speech')}
          onChange={(on) => void set('speech', on)}
        />
      </Form.Item>
      <LoudnessFields isDisabled={!isAudible} set={set} />
      <Form.Item label={t('users:profile.alertRepeats')} extra={t('users:profile.alertRepeatsHelp')}>
        <Switch
          checked={preferences.alertRepeats}
          disabled={!isAudible}
          aria-label={t('users:profile.alertRepeats')}
          onChange={(on) => void set('alertRepeats', on)}
        />
      </Form.Item>
    </>
  );
}

type Set = typeof prefer;

function LoudnessFields({ isDisabled, set }: { isDisabled: boolean; set: Set }) {
  const { t } = useTranslation();
  const { preferences } = useSession();
  return (
    <div className="pl-fields-2">
      <Form.Item label={t('users:profile.alertVolume')}>
        <Slider
          min={1}
          max={100}
          defaultValue={preferences.alertVolume}
          disabled={isDisabled}
          ariaLabelForHandle={t('users:profile.alertVolume')}
          onChangeComplete={(volume) => void set('alertVolume', volume)}
        />
      </Form.Item>
      <Form.Item label={t('users:profile.alertFrom')}>
        <Select
          aria-label={t('users:profile.alertFrom')}
          value={preferences.alertFrom}
          disabled={isDisabled}
          onChange={(from) => void set('alertFrom', from)}
          options={[1, 2, 3, 4].map((level) => ({
            value: level,
            label: t(`common:level.${levelName(level)}`),
          }))}
        />
      </Form.Item>
    </div>
  );
}

/** Sounds and reads out as an alert would, and says what kept it from that. */
function TryButton() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const language = useLanguage();
  const { preferences } = useSession();
  const tryOut = async (): Promise<void> => {
    if (preferences.sound && !(await playSound())) toasts.warn(t('users:profile.soundBlocked'));
    if (!preferences.speech) return;
    const isRead = await readOut({ words: t('users:profile.speechSample'), language }, preferences.alertVolume / 100);
    if (!isRead) toasts.warn(t('users:profile.speechNoVoice', { language: languageName(language) }));
  };
  return (
    <Button
      size="small"
      icon={<SoundOutlined />}
      disabled={!preferences.sound && !preferences.speech}
      onClick={() => void tryOut()}
    >
      {t('users:profile.soundTry')}
    </Button>
  );
}
