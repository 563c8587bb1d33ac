import './frames.css';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FrameTarget } from './frames.queries.ts';
import LinkDoctor from './LinkDoctor.tsx';
import { LiveView } from './LiveView.tsx';

/** Shows what passes between a device or feed and the gateway, frame by frame, with what is wrong above it. */
export default function LiveViewDialog({
  target,
  name,
  onClose,
}: {
  target: FrameTarget;
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      width={1240}
      centered
      className="fr-dialog"
      title={t('frames:title', { name })}
      footer={null}
      onCancel={onClose}
    >
      <LinkDoctor target={target} />
      <LiveView target={target} />
    </Modal>
  );
}
