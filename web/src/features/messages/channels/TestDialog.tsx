import { type Channel, channels, mediumOf } from '@plumbline/contract/messages/channels';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../kernel/failures.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';

function Outcome({ outcome: { accepted, answer } }: { outcome: Reply<typeof channels.test> }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="pl-b">{t(accepted ? 'channels:accepted' : 'channels:notAccepted')}</div>
      <div className="pl-sm pl-2">{answer}</div>
    </>
  );
}

/** Why nothing was sent. */
function Refused({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  const { words, detail } = wordsOf(failure, t);
  return <div>{[words, detail].filter(Boolean).join(' · ')}</div>;
}

/** Sends a test message by a channel and shows what the other side answered. */
export function TestDialog({
  corporationId,
  channel,
  onClose,
}: {
  corporationId: number;
  channel: Channel;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: sendTest, isPending } = useWrite(channels.test);
  const [to, setTo] = useState('');
  const [outcome, setOutcome] = useState<Reply<typeof channels.test> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const medium = mediumOf(channel.kind);
  const send = async (): Promise<void> => {
    setOutcome(null);
    setFailure(null);
    try {
      setOutcome(await sendTest({ corporationId, channelId: channel.id, to }));
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Modal open title={t('channels:test', { name: channel.name })} footer={null} onCancel={onClose} destroyOnHidden>
      {medium !== 'hook' && (
        <label htmlFor="channel-test-to" style={{ display: 'block', marginBottom: 12 }}>
          <span className="pl-2">{t(`channels:testTo.${medium}`)}</span>
          <Input
            id="channel-test-to"
            value={to}
            onChange={(event) => setTo(event.target.value)}
            onPressEnter={() => void send()}
          />
        </label>
      )}
      <div role="status" style={{ minHeight: 48, overflowWrap: 'anywhere' }}>
        {outcome && <Outcome outcome={outcome} />}
        {failure !== null && <Refused failure={failure} />}
      </div>
      <div className="pl-form-foot">
        <span className="pl-gap" />
        <Button type="text" onClick={onClose}>
          {t('common:close')}
        </Button>
        <Button
          type="primary"
          loading={isPending}
          disabled={medium !== 'hook' && to.trim() === ''}
          onClick={() => void send()}
        >
          {t('channels:sendTest')}
        </Button>
      </div>
    </Modal>
  );
}
