/** The frame of pages without a session, apart from what the profile shows of sessions: the sign-in page loads it. */
export { SignFrame } from './SignFrame.tsx';
