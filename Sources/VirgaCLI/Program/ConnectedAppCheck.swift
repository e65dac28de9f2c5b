import VirgaFiles
import VirgaManifest
import VirgaResources
import VirgaRuntime
import VirgaSession
import VirgaWorkbench

/// Finds out which apps are connected to sessions, and whether they differ from what a console
/// shows there.
struct ConnectedAppCheck {
  /// The session to look at; nil for all in the default folder.
  let session: String?
  let machine: Machine

  /// A finding for each connected app, or a single one if none is connected.
  var findings: [DoctorFinding] {
    let found = files.flatMap(findings)
    return found.isEmpty
      ? [DoctorFinding(subject: "apps", state: .works, message: "none is connected")] : found
  }

  /// The session files to look at.
  private var files: [String] {
    if let session { return [FilePath.joined(machine.workingFolder, session)] }
    guard let folder = SessionFolder.folder(environment: machine.environment) else { return [] }
    let names = FolderReading.disk.list(folder).map(\.name).filter { $0.hasSuffix(".virga") }
    return names.sorted().map { FilePath.joined(folder, $0) }
  }

  /// A finding for each app connected to the session in `file`, or why it cannot be read.
  private func findings(in file: String) -> [DoctorFinding] {
    if let session, let failure = SessionLocation.failure(session, from: machine.workingFolder) {
      return [DoctorFinding(subject: "apps", state: .limited, message: "\(failure)")]
    }
    var options = SessionStore.Options(isReadOnly: true)
    // Apps are not part of the history, which can be long.
    options.history = .lastIDOnly
    do {
      let store = try SessionStore(file, options)
      let apps = try store.connectedApps()
      let manifest = apps.isEmpty ? nil : manifest(of: store)
      let channel = store.session.channel(in: manifest)
      return ComparedApp.all(apps, with: manifest).map { finding($0, in: file, channel: channel) }
    } catch {
      return [DoctorFinding(subject: "apps", state: .limited, message: "\(error)")]
    }
  }

  /// What an app is, and how its manifest or channel differs from that of the session.
  private func finding(_ compared: ComparedApp, in file: String, channel: String?) -> DoctorFinding
  {
    let app = compared.app
    let differences = compared.differences(from: channel)
    let clauses = ["\(app.summary(at: Machine.now())) (\(app.process) on \(file))"] + differences
    let message = clauses.joined(separator: "; ")
    if differences.isEmpty {
      return DoctorFinding(subject: "apps", state: .works, message: message)
    }
    let fix =
      compared.hasOtherManifest
      ? "generate the app's code from the session's manifest again"
      : "show the app's channel: press P in the console, or run its command follow-app"
    return DoctorFinding(subject: "apps", state: .limited, message: message, fix: fix)
  }

  /// The session's manifest; nil if it is not on this machine or cannot be read.
  private func manifest(of store: SessionStore) -> Manifest? {
    guard let identity = store.manifest else { return nil }
    if identity == SessionLocation.demo { return try? DemoManifest.loader.load(DemoManifest.root) }
    return try? ManifestLoader(
      files: machine.files, workingFolder: machine.workingFolder, options: LoadingOptions()
    ).load(identity)
  }
}
