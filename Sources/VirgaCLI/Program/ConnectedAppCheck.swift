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

  var findings: [DoctorFinding] {
    let found = files.flatMap(findings)
    return found.isEmpty
      ? [DoctorFinding(subject: "apps", state: .works, message: "none is connected")] : found
  }

  private var files: [String] {
    if let session { return [FilePath.joined(machine.workingFolder, session)] }
    guard let folder = SessionFolder.folder(environment: machine.environment) else { return [] }
    let names = FolderReading.disk.list(folder).map(\.name).filter { $0.hasSuffix(".virga") }
    return names.sorted().map { FilePath.joined(folder, $0) }
  }

  private func findings(in file: String) -> [DoctorFinding] {
    if let session, let failure = SessionLocation.failure(session, from: machine.workingFolder) {
      return [DoctorFinding(subject: "apps", state: .limited, message: "\(failure)")]
    }
    var options = SessionStore.Options(isReadOnly: true)
    options.history = .unread
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

  private func finding(_ compared: ComparedApp, in file: String, channel: String?) -> DoctorFinding
  {
    let app = compared.app
    let words = compared.differences(from: channel)
    let clauses = ["\(app.summary(at: Machine.now())) (\(app.process) on \(file))"] + words
    let fix =
      compared.hasOtherManifest
      ? "generate the app's code from the session's manifest again"
      : "show the app's channel: press P in the console, or run its command follow-app"
    return DoctorFinding(
      subject: "apps", state: words.isEmpty ? .works : .limited,
      message: clauses.joined(separator: "; "),
      fix: words.isEmpty ? nil : fix)
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
