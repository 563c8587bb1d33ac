import { certificates } from '@plumbline/contract/devices/certificates';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { lets, stateOf } from './certificate-state.ts';

/** Returns whether a device comes in by a certificate alone. Kept at once; somebody who has changed it meanwhile is told of. */
export function SecretRule({ deviceId, reply }: { deviceId: number; reply: Reply<typeof certificates.ofDevice> }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { run: setRule, isPending } = useWrite(certificates.setRule);
  const { isRequired } = reply.rule;
  const nowMs = Date.now();
  const hasOne = reply.certificates.some((each) => lets(stateOf(each, nowMs)));
  const change = async (to: boolean): Promise<void> => {
    try {
      await setRule({ deviceId, isRequired: to }, { over: reply.rule });
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <div className="pl-row ce-rule">
      <div className="pl-gap">
        <div id="ce-rule">{t('certificates:rule')}</div>
        <div className="pl-3 pl-sm">
          {t(
            !hasOne && isRequired
              ? 'certificates:ruleLocked'
              : hasOne
                ? 'certificates:ruleMeans'
                : 'certificates:ruleFirst',
          )}
        </div>
      </div>
      <Switch
        size="small"
        aria-labelledby="ce-rule"
        checked={isRequired}
        disabled={!allowed(certificates.setRule) || (!isRequired && !hasOne)}
        loading={isPending}
        onChange={(on) => void change(on)}
      />
    </div>
  );
}
