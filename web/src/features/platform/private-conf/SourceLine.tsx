import { privateConf, type SettingSource } from '@plumbline/contract/platform/private-conf';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Shows who set a setting and when, with the way back to what the environment says. */
export function SourceLine({ source }: { source: SettingSource }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: reset, isPending } = useWrite(privateConf.reset);
  const { setting, isOwn, byName, changedAt } = source;
  if (!isOwn) return <p className="pl-3 pl-sm conf-source">{t('privateConf:fromEnvironment')}</p>;
  const onReset = async (): Promise<void> => {
    try {
      await reset({ setting }, { over: source });
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <p className="pl-3 pl-sm conf-source">
      {t('privateConf:setBy', { by: byName, time: `${formatTime(changedAt)} ${formatZone()}` })}{' '}
      <Button type="link" size="small" loading={isPending} onClick={() => void onReset()}>
        {t('privateConf:reset')}
      </Button>
    </p>
  );
}
