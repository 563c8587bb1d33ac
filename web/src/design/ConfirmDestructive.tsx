import { Failure } from '@plumbline/contract/kernel/errors';
import { Button, Form, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../kernel/failures.ts';

interface ConfirmDestructiveProps {
  open: boolean;
  title: ReactNode;
  /** What goes: counts and spans, and that it cannot be undone. */
  lost: ReactNode;
  /** The word on the danger button. */
  action: string;
  requiresPassword?: boolean;
  passwordLabel?: string;
  onConfirm: (password: string | undefined) => Promise<unknown>;
  onClose: () => void;
}

/**
 * Says exactly what will be lost and asks for what is demanded. When the server answers `passwordNeeded`, the field for
 * the project creator's password appears; the danger button is outlined, never filled.
 */
export function ConfirmDestructive({
  open,
  title,
  lost,
  action,
  requiresPassword: needsPassword = false,
  passwordLabel,
  onConfirm,
  onClose,
}: ConfirmDestructiveProps) {
  const { t } = useTranslation();
  const { password, setPassword, passwordRequired, busy, error, close, go } = useConfirming(
    needsPassword,
    onConfirm,
    onClose,
  );
  return (
    <Modal
      open={open}
      title={title}
      onCancel={close}
      destroyOnHidden
      footer={
        <div className="pl-row" style={{ justifyContent: 'flex-end' }}>
          <Button type="text" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button danger loading={busy} disabled={passwordRequired && password === ''} onClick={() => void go()}>
            {action}
          </Button>
        </div>
      }
    >
      <div className="pl-2" style={{ marginBottom: 16 }}>
        {lost}
      </div>
      {passwordRequired && (
        <PasswordForm
          label={passwordLabel ?? t('common:creatorPassword')}
          password={password}
          error={error}
          onChange={setPassword}
          onSubmit={() => void go()}
        />
      )}
      {!passwordRequired && error !== null && (
        <p role="alert" style={{ color: 'var(--pl-lv4-text)' }}>
          {wordsOf(error, t).words}
        </p>
      )}
    </Modal>
  );
}

/** Asks for the password where the server wants one; what it refuses is shown and the dialog stays. */
function useConfirming(
  needsPassword: boolean,
  onConfirm: (password: string | undefined) => Promise<unknown>,
  onClose: () => void,
) {
  const [password, setPassword] = useState('');
  const [passwordRequired, setPasswordRequired] = useState(needsPassword);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const close = (): void => {
    setPassword('');
    setPasswordRequired(needsPassword);
    setError(null);
    onClose();
  };
  const go = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm(passwordRequired ? password : undefined);
      close();
    } catch (failure) {
      if (failure instanceof Failure && failure.name === 'passwordNeeded' && !passwordRequired)
        setPasswordRequired(true);
      else setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { password, setPassword, passwordRequired, busy, error, close, go };
}

function PasswordForm({
  label,
  password,
  error,
  onChange,
  onSubmit,
}: {
  label: string;
  password: string;
  error: unknown;
  onChange: (password: string) => void;
  onSubmit: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Form layout="vertical" onFinish={onSubmit}>
      <Form.Item label={label} validateStatus={error ? 'error' : ''} help={error ? wordsOf(error, t).words : undefined}>
        <Input.Password
          autoFocus
          aria-label={label}
          autoComplete="current-password"
          value={password}
          onChange={(event) => onChange(event.target.value)}
        />
      </Form.Item>
    </Form>
  );
}
