/** By how many words a command is known: `git` with one more, `npm run` with two. Unlisted ones are known by their name. */
export const ARITY_ROWS: readonly (readonly [words: number, commands: string])[] = [
  [
    2,
    "git, docker, podman, kubectl, helm, terraform, tofu, npm, pnpm, yarn, bun, deno, cargo, rustup, go, pip, pip3, pipx, uv, poetry, pipenv, conda, gem, bundle, composer, dotnet, mvn, gradle, brew, apt, apt-get, dnf, yum, pacman, apk, snap, systemctl, service, make, just, task, rake, vagrant, ansible, minikube, kind, fly, vercel, netlify, heroku, firebase, supabase, wrangler, prisma, dbt, mix, rebar3, stack, cabal, swift, xcodebuild, flutter, dart, ng, nx, turbo, lerna, rush, tmux, ip, nix, mise, asdf, volta, nvm, op, vault, consul, nomad, packer, pulumi, sls, sam, cdk, eksctl, k9s, skaffold, tilt, buildah, skopeo, ollama, code, python, python2, python3, node, ruby, perl, php, bash, sh, zsh",
  ],
  [
    3,
    "git remote, git stash, git config, git submodule, git worktree, git bisect, git notes, git flow, git lfs, git sparse-checkout, docker compose, docker container, docker image, docker volume, docker network, docker system, docker buildx, docker builder, docker context, docker swarm, docker service, docker stack, docker secret, docker manifest, podman container, podman image, podman volume, podman network, podman system, kubectl config, kubectl rollout, kubectl auth, kubectl create, kubectl top, kubectl set, helm repo, helm plugin, helm registry, terraform workspace, terraform state, npm run, npm run-script, npm exec, npm x, npm config, npm cache, npm pkg, npm init, npm create, npm access, npm dist-tag, npm token, npm team, pnpm run, pnpm exec, pnpm dlx, pnpm config, pnpm store, pnpm create, yarn run, yarn exec, yarn dlx, yarn config, yarn workspace, yarn create, yarn global, bun run, bun x, bun pm, bun create, deno task, deno run, cargo run, cargo add, go mod, go run, go work, go tool, go generate, uv pip, uv run, uv tool, poetry run, poetry env, pipenv run, bundle exec, conda env, conda run, composer run, composer run-script, composer exec, dotnet tool, dotnet run, dotnet nuget, brew services, systemctl --user, nx run, turbo run, prisma migrate, prisma db, nix profile, mise run, op item, vault kv, pulumi stack, python -m, python2 -m, python3 -m, aws, gcloud, gh, az, glab, doctl, oci, ibmcloud, openstack, linode-cli, flyctl",
  ],
  [
    4,
    "aws s3api, gcloud compute, gcloud container, gcloud iam, gcloud sql, gcloud run, docker compose run, docker compose exec, az network, az vm, npm workspaces run",
  ],
];
