import VirgaExperiments
import VirgaJSON
import VirgaTargeting

// What of the client decided.
extension Experiments {
  /// The attributes that keep the client out of the selected recipe, or that decided the expression that is typed in.
  var decidingNames: Set<Name> {
    if let answer {
      guard let explanation = answer.explanation, explanation.remedy != nil || explanation.obstacle != nil
      else { return [] }
      return explanation.attributesRead
    }
    guard let gates = reason?.gates, selectedRow?.status?.activeBranch == nil else { return [] }
    return gates.filter { !$0.passes }.reduce(into: []) { $0.formUnion(names(deciding: $1.kind)) }
  }

  /// The attributes that a gate is closed for.
  private func names(deciding gate: Gate.Kind) -> Set<Name> {
    switch gate {
    case .targeting: reason?.targeting?.attributesRead ?? []
    case .channel: ["channel"]
    case .appName: ["app_name"]
    case .clientID, .buckets: ["nimbus_id"]
    case .features, .labs, .participation, .enrollment, .branch: []
    }
  }

  /// Puts the cursor of the context on what decided, where something did.
  mutating func goToDecidingContext() {
    if let row = contextRows.first(where: \.isDeciding) { contextList.select(row.id) }
  }
}

extension Explanation {
  /// The attributes in the parts that decided.
  fileprivate var attributesRead: Set<Name> {
    decisions.reduce(into: []) { names, decision in
      names.formUnion((try? Expression(decision.text))?.attributeNames ?? [])
    }
  }
}
