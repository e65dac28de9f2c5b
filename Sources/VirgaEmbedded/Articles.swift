/// The articles about the program, embedded so that the program can show them.
///
/// `Articles` is a link to `virga.docc`.
package enum Articles {
  /// Each article: what `virga help` calls it, the name of its file without its ending, and its
  /// Markdown.
  package static var all: [(topic: String, name: String, bytes: [UInt8])] {
    [
      ("console", "TheConsole", PackageResources.TheConsole_md),
      ("keys", "Keys", PackageResources.Keys_md),
      ("configuration", "Configuration", PackageResources.Configuration_md),
      ("scripts", "Scripts", PackageResources.Scripts_md),
      ("commands", "Commands", PackageResources.Commands_md),
      ("problems", "ProblemCodes", PackageResources.ProblemCodes_md),
      ("sessions", "Sessions", PackageResources.Sessions_md),
      ("flags-and-tests", "FlagsAndTests", PackageResources.FlagsAndTests_md),
      ("devices", "OnADevice", PackageResources.OnADevice_md),
      ("coming-from-nimbus", "ComingFromNimbusCLI", PackageResources.ComingFromNimbusCLI_md),
    ]
  }
}
