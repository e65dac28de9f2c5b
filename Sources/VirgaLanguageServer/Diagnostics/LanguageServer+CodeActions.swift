import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// The fixes of the problems in a range, and the value there that can be tried in the session.
  mutating func codeActions(_ document: OpenDocument, _ range: JSONValue?) -> JSONValue {
    let positions = positions(in: document.source)
    guard let range = positions.range(range) else { return .array([]) }
    finishDiagnostics()
    let problems = diagnostics.problems(of: document.path).filter { $0.touches(range) }
    var actions = problems.flatMap { fixes(of: $0, document, positions) }
    let place = DocumentPlace(document: document, position: range.start)
    for loaded in workspace.manifests(of: document.path) {
      guard let manifest = loaded.manifest, let subject = Subject(at: place, in: manifest),
        let action = tryingAction(subject, of: manifest, loaded.path)
      else { continue }
      actions.append(action)
      break
    }
    return .array(actions)
  }

  /// Computes all diagnostics that are left, so that fixes fit the present text.
  private mutating func finishDiagnostics() {
    while hasPendingDiagnostics { diagnoseNext() }
  }

  /// The fixes of a problem; the only one of several problems is preferred.
  private func fixes(
    of reported: ReportedProblem, _ document: OpenDocument, _ positions: TextPositions
  ) -> [JSONValue] {
    reported.fixes.map { fix -> JSONValue in
      let edit: JSONValue = [
        "range": positions.json(reported.range), "newText": .string(fix.text),
      ]
      let isOnlyFix = reported.fixes.count == 1
      return [
        "title": .string(fix.title), "kind": "quickfix", "isPreferred": .boolean(isOnlyFix),
        "diagnostics": [diagnostic(reported, positions)],
        "edit": ["changes": .object(JSONObject([(document.uri, .array([edit]))]))],
      ]
    }
  }
}
