package import VirgaFiles
package import VirgaSource
package import VirgaWorkbench

extension RemoteFiles {
  /// The text of live recipes, called by their name.
  package func read(_ live: LiveRecipes) throws(FileFailure) -> SourceText {
    do throws(FileFailure) {
      return SourceText(name: live.name, bytes: try read(live.url))
    } catch {
      throw FileFailure(path: error.path, reason: error.reason + live.suggestion)
    }
  }
}
