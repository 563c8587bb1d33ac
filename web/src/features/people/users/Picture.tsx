import { users } from '@plumbline/contract/people/users';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takesOf } from '../../../design/form/file-check.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useCrop } from '../../../design/use-crop.tsx';
import * as session from '../../../kernel/session.ts';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useAvatar } from './users.queries.ts';

const takes = takesOf(users.setAvatar);

/** The picture of the one who is signed in, and the button that changes it. */
export function Picture() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setAvatar } = useWrite(users.setAvatar);
  const { user } = useSession();
  const [cropDialog, crop] = useCrop();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const picture = useAvatar(user.avatar);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture.data) return setAddress(null);
    const address = URL.createObjectURL(picture.data);
    setAddress(address);
    return () => URL.revokeObjectURL(address);
  }, [picture.data]);

  const change = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      const cropped = await crop(file, [1]);
      if (cropped === null) return;
      session.changeUser((await setAvatar({}, { file: cropped })).user);
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
      if (field.current) field.current.value = '';
    }
  };
  return (
    <div className="pl-row" style={{ marginBottom: 16 }}>
      {cropDialog}
      <span className="picture">
        {address ? <img src={address} alt={t('users:picture.word')} /> : user.displayName.slice(0, 2)}
      </span>
      <div className="pl-col tight">
        <Button size="small" loading={busy} onClick={() => field.current?.click()}>
          {t('users:picture.change')}
        </Button>
        <span className="pl-micro pl-3">{t('users:picture.takes', { megabytes: takes.maxBytes / 1024 / 1024 })}</span>
      </div>
      <input
        ref={field}
        type="file"
        hidden
        accept={takes.types.join(',')}
        aria-label={t('users:picture.change')}
        onChange={(event) => void change(event.target.files?.[0])}
      />
    </div>
  );
}
