package import VirgaCanvas
import VirgaConsole
package import VirgaFiles
package import VirgaManifest

/// Prints a single frame of a console as text.
package final class FrameConsole {
  private let runner: Runner

  /// Creates a console of a size.
  ///
  /// - Throws: ``FileFailure`` if the process has too many open files.
  package init(_ setup: ConsoleSetup, size: Size) throws(FileFailure) {
    runner = try Runner(setup, on: .frame, size: size)
  }

  /// Runs the script and prints the frame; returns the exit code.
  ///
  /// - Parameter check: Called with the manifest before the script runs.
  package func run(check: (Manifest) throws -> Void) rethrows -> Int32 {
    runner.start()
    runner.finish()
    if let manifest = runner.model.workspace.manifest { try check(manifest) }
    // Each pass runs the lines up to one that starts background work, and waits for that work.
    while runner.exitCode == nil {
      runner.runScript()
      runner.finish()
    }
    Output.lines(frame(of: runner.model).lines())
    let refusal = runner.script.refusal
    if let refusal { Output.remark(refusal) }
    let isUnread = runner.remarkUnreadManifest()
    return isUnread || refusal != nil ? ExitStatus.problems : 0
  }
}
