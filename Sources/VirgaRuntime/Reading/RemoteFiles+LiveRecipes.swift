package import VirgaFiles
package import VirgaSource
package import VirgaWorkbench

extension RemoteFiles {
  /// The text of live recipes; problems in it name them, as in `nimbus:fenix`, not their address.
  package func read(_ live: LiveRecipes) throws(FileFailure) -> SourceText {
    do throws(FileFailure) {
      return SourceText(name: live.name, bytes: try read(live.url))
    } catch {
      // The suggestion is the app that a slug without an experiment resembles.
      throw FileFailure(path: error.path, reason: error.reason + live.suggestion)
    }
  }
}
