import { reportReleases } from '@plumbline/contract/reports/releases';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import * as approvals from './releases.approval.service.ts';
import * as chain from './releases.chain.service.ts';
import * as comments from './releases.comments.service.ts';
import * as service from './releases.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, reportReleases, {
    get: service.get,
    states: service.states,
    pages: service.pages,
    revisions: service.revisions,
    setConclusions: service.setConclusions,
    submit: service.submit,
    sendBack: service.sendBack,
    approve: service.approve,
    release: service.release,
    withdraw: service.withdraw,
    newVersion: service.newVersion,
    comments: comments.comments,
    addComment: comments.addComment,
    resolveComment: comments.resolveComment,
    approval: approvals.approval,
    setApproval: approvals.setApproval,
    released: chain.released,
    verifyChain: chain.verifyChain,
  });
