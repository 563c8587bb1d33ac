/** WeChat, for the profile. */
export { WechatPane } from './WechatPane.tsx';
