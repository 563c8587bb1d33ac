import { Drawer } from 'antd';
import type { ReactNode } from 'react';

/** A drawer beside a list: no mask, so that the next row can be clicked; actions fixed at the foot. Escape closes it. */
export function SidePanel({
  open,
  onClose,
  title,
  foot,
  widthPx = 440,
  flush = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  foot?: ReactNode;
  widthPx?: number;
  /** No padding: the content draws its own band and sections. */
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      footer={foot}
      mask={false}
      size={Math.min(widthPx, window.innerWidth)}
      rootClassName="pl-drawer"
      styles={flush ? { body: { padding: 0 } } : {}}
      destroyOnHidden
    >
      {children}
    </Drawer>
  );
}
