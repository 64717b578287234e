// A plugin for StrykerJS: outcomes go to the process that started this one.
class Sender {
  onMutantTested(result) {
    process.send(result);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'sender', injectableClass: Sender }];
