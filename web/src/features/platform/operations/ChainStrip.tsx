import { CheckOutlined, QuestionOutlined, WarningOutlined } from '@ant-design/icons';
import { type ChainVerdict, operations } from '@plumbline/contract/platform/operations';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Returns whether the log is as it was written, as it was last verified; not verified is a state of its own. */
export function ChainStrip({ chain }: { chain: ChainVerdict | null }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run, isPending } = useWrite(operations.verify);
  const verify = async (): Promise<void> => {
    try {
      const { chain } = await run({});
      if (chain.holds) toasts.done(t('operations:chain.verified'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <div className="op-chain" role="status">
      <Words chain={chain} />
      <span className="pl-gap" />
      <Allowed to={operations.verify}>
        <Button loading={isPending} onClick={() => void verify()}>
          {t('operations:chain.verify')}
        </Button>
      </Allowed>
    </div>
  );
}

function Words({ chain }: { chain: ChainVerdict | null }) {
  const { t } = useTranslation();
  if (chain === null)
    return (
      <span className="pl-2">
        <QuestionOutlined aria-hidden /> {t('operations:chain.never')}
      </span>
    );
  const at = formatTime(chain.at);
  if (!chain.holds)
    return (
      <span className="pl-wrong pl-b">
        <WarningOutlined aria-hidden /> {t('operations:chain.broken', { position: chain.brokenAt ?? 0, at })}
      </span>
    );
  return (
    <span>
      <CheckOutlined aria-hidden /> {t('operations:chain.holds', { lines: formatCount(chain.lines), at })}
      <span className="op-end pl-sm pl-3">
        {t('operations:chain.end', { position: chain.end.position, hash: chain.end.hash })}
      </span>
    </span>
  );
}
