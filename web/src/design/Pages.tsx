import { Pagination } from 'antd';

/** The way through a list of several pages, from 1; nothing where all of it stands on one. */
export const Pages = ({
  at,
  pageSize,
  total,
  onChange,
}: {
  at: number;
  pageSize: number;
  total: number;
  onChange: (page: number) => void;
}) =>
  total <= pageSize ? null : (
    <Pagination
      size="small"
      current={at}
      pageSize={pageSize}
      total={total}
      showSizeChanger={false}
      onChange={onChange}
    />
  );
