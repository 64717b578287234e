// A plugin for StrykerJS: sends outcomes to the parent process.
class Sender {
  onMutantTested(result) {
    process.send(result);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'sender', injectableClass: Sender }];
