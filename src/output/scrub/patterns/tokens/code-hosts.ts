import { ALNUM, CLASS, HEX_LOW, UPPER_DIGITS, WORD, WORD_DASH } from "../../scan/char-classes.ts";
import { run } from "../token-pattern.ts";
import type { TokenShape } from "../token-pattern.ts";

/** Tokens of code hosts, package registries and build services. */
export const CODE_TOKENS: readonly TokenShape[] = [
  {
    name: "github-token",
    finds: "GitHub tokens: personal, OAuth, user, server and refresh",
    begins: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    then: [run(ALNUM, 36)],
    inWord: true,
  },
  {
    name: "github-fine-grained-token",
    finds: "GitHub fine-grained personal tokens",
    begins: ["github_pat_"],
    then: [run(WORD, 36)],
    inWord: true,
  },
  {
    name: "gitlab-token",
    finds: "GitLab tokens: personal, deploy, runner, trigger, feed, SCIM, CI job and others",
    begins: [
      ...["glpat-", "gldt-", "glrt-", "glrtr-", "glptt-", "glft-"],
      ...["glsoat-", "glcbt-", "glimt-", "glagent-", "gloas-", "glffct-", "glwt-"],
    ],
    then: [run(WORD_DASH + CLASS.dot, 20)],
    inWord: true,
  },
  { name: "bitbucket-token", finds: "Bitbucket app passwords", begins: ["ATBB"], then: [run(ALNUM, 28, 36)] },
  {
    name: "atlassian-token",
    finds: "Atlassian API tokens",
    begins: ["ATATT3", "ATCTT3", "ATSTT3"],
    then: [run(WORD_DASH, 40), run(CLASS.equals, 0), run(UPPER_DIGITS, 0)],
    inWord: true,
  },
  { name: "npm-token", finds: "npm access tokens", begins: ["npm_"], then: [run(ALNUM, 36)] },
  { name: "pypi-token", finds: "PyPI upload tokens", begins: ["pypi-AgEI"], then: [run(WORD_DASH, 40)], inWord: true },
  { name: "rubygems-key", finds: "RubyGems keys", begins: ["rubygems_"], then: [run(HEX_LOW, 48)], inWord: true },
  {
    name: "docker-token",
    finds: "Docker Hub personal and organisation tokens",
    begins: ["dckr_pat_", "dckr_oat_"],
    then: [run(WORD_DASH, 20)],
    inWord: true,
  },
  { name: "jfrog-key", finds: "JFrog API keys", begins: ["AKCp"], then: [run(ALNUM, 69)] },
  { name: "jfrog-reference-token", finds: "JFrog reference tokens", begins: ["cmVmdGtuO"], then: [run(ALNUM, 50)] },
  { name: "circleci-token", finds: "CircleCI tokens", begins: ["CCIPAT_"], then: [run(WORD, 40)], inWord: true },
  { name: "buildkite-token", finds: "Buildkite user tokens", begins: ["bkua_"], then: [run(HEX_LOW, 40)] },
  { name: "sonarqube-token", finds: "SonarQube tokens", begins: ["squ_", "sqp_", "sqa_"], then: [run(HEX_LOW, 40)] },
  { name: "sourcegraph-token", finds: "Sourcegraph tokens", begins: ["sgp_"], then: [run(WORD, 40)] },
  {
    name: "sentry-token",
    finds: "Sentry tokens",
    begins: ["sntrys_", "sntryu_"],
    then: [run(WORD_DASH + CLASS.plusSlash, 40)],
  },
  { name: "figma-token", finds: "Figma tokens", begins: ["figd_", "figo_"], then: [run(WORD_DASH, 36)] },
  {
    name: "linear-key",
    finds: "Linear keys",
    begins: ["lin_api_", "lin_oauth_"],
    then: [run(ALNUM, 32)],
    inWord: true,
  },
  {
    name: "postman-key",
    finds: "Postman keys",
    begins: ["PMAK-"],
    then: [run(HEX_LOW, 24, 24), "-", run(HEX_LOW, 34)],
  },
];
