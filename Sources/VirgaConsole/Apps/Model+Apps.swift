import VirgaSession
import VirgaWorkbench

// The apps that have the session open.
extension Model {
  /// The first connected app that has another channel or manifest than the screen; nil if all
  /// agree.
  var differingApp: ComparedApp? { apps.first { $0.differs(from: channel) } }

  /// Shows which apps have the session open, and says which one came or went; without a manifest to
  /// compare with, says nothing.
  ///
  /// If a new app has another channel or manifest than the screen, the message has the key that
  /// lists the apps.
  mutating func load(_ connected: [ConnectedApp]) {
    let before = apps.map(\.app)
    shared.apps = ComparedApp.all(connected, with: workspace.manifest)
    guard workspace.manifest != nil else { return }
    if let new = apps.last(where: { !before.contains($0.app) }) {
      let keyIfDifferent = new.differs(from: channel) ? keyName(of: "apps") : nil
      say(.connected(new.app.manifestAndChannel, keyIfDifferent: keyIfDifferent))
    } else if let gone = before.first(where: { !connected.contains($0) }) {
      say(.disconnected(gone.manifestAndChannel))
    }
  }

  /// Compares the connected apps with a manifest that was read.
  mutating func compareConnectedAppsWithManifest() {
    shared.apps = ComparedApp.all(apps.map(\.app), with: workspace.manifest)
  }
}
