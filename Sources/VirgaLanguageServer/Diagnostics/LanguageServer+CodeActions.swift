import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// The fixes of the problems in a range, and the value there that can be tried in the session.
  ///
  /// Fixes are left out until the present text is checked; the client asks again once it gets the
  /// diagnostics.
  mutating func codeActions(_ document: OpenDocument, _ range: JSONValue?) -> JSONValue {
    let positions = positions(in: document.source)
    guard let range = positions.range(range) else { return .array([]) }
    let problems = isChecked(document) ? diagnostics.problems(of: document.path) : []
    let touched = problems.filter { $0.touches(range) }
    var actions = touched.flatMap { fixes(of: $0, document, positions) }
    let place = DocumentPlace(document: document, position: range.start)
    if let action = tryingAction(at: place) { actions.append(action) }
    return .array(actions)
  }

  /// Whether the problems of a document are those of its present text.
  private func isChecked(_ document: OpenDocument) -> Bool {
    let manifests = workspace.manifestPaths(of: document.path).compactMap { workspace.stored($0) }
    guard manifests.isEmpty else { return manifests.allSatisfy { diagnostics.isChecked($0) } }
    return diagnostics.isChecked(config: document.path)
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
        "edit": ["changes": .object(JSONObject([(document.uri, JSONValue.array([edit]))]))],
      ]
    }
  }
}
