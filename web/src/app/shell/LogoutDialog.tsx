import { sso } from '@plumbline/contract/people/sso';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUnsent } from '../../features/points/field-store/entries.queries.ts';
import * as session from '../../kernel/session.ts';
import { ownToken } from '../../kernel/stored-token.ts';
import { leaveEverywhere } from '../../kernel/tabs.ts';
import { useWrite } from '../../kernel/writes.ts';

/** Asks before leaving; without a session the shell goes to the sign-in page. The token is forgotten here whether or not the server could be signouts. */
export default function LogoutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const unsent = useUnsent(session.current()?.user.id ?? 0);
  const { run: signout } = useWrite(sso.signout);
  const leave = (): void => {
    // Left here first: what the server then says to the other calls under way is no expiry.
    const token = session.token();
    // Whoever leaves from somebody else's view leaves their own session too.
    const originalToken = ownToken();
    session.leave();
    for (const each of [token, originalToken]) if (each !== null) leaveEverywhere(each);
    // Who came by an identity provider leaves it too.
    const signouts = [token, originalToken].flatMap((each) => (each === null ? [] : [signout({}, { token: each })]));
    void Promise.allSettled(signouts).then((answers) => {
      const address = answers.map((each) => (each.status === 'fulfilled' ? each.value.address : null)).find(Boolean);
      if (address) location.assign(address);
    });
  };
  return (
    <Modal
      open
      title={t('shell:logout.ask')}
      okText={t('shell:logout.word')}
      cancelText={t('common:cancel')}
      onOk={leave}
      onCancel={onClose}
      width={400}
    >
      <p className="pl-2">{t('shell:logout.means')}</p>
      {unsent !== null && unsent > 0 && <p role="alert">{t('fieldWork:unsent', { count: unsent })}</p>}
    </Modal>
  );
}
