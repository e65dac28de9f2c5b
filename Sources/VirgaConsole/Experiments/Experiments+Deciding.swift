import VirgaExperiments
import VirgaJSON
import VirgaTargeting

// The attributes of the client that decided.
extension Experiments {
  /// The attributes that keep the client out, or that decided the typed expression.
  var decidingNames: Set<Name> {
    if let answer {
      guard let explanation = answer.explanation, explanation.fix != nil || explanation.obstacle != nil
      else { return [] }
      return explanation.attributesRead
    }
    guard let gates = reason?.gates, selectedRow?.status?.activeBranch == nil else { return [] }
    return gates.filter { !$0.passes }.reduce(into: []) { $0.formUnion(names(deciding: $1.kind)) }
  }

  private func names(deciding gate: Gate.Kind) -> Set<Name> {
    switch gate {
    case .targeting: reason?.targeting?.attributesRead ?? []
    case .channel: ["channel"]
    case .appName: ["app_name"]
    case .clientID, .buckets: ["nimbus_id"]
    case .features, .labs, .participation, .enrollment, .branch: []
    }
  }

  mutating func goToDecidingContext() {
    if let row = contextRows.first(where: \.isDeciding) { contextList.select(row.id) }
  }
}

extension Explanation {
  fileprivate var attributesRead: Set<Name> {
    decisions.reduce(into: []) { names, decision in
      names.formUnion((try? Expression(decision.text))?.attributeNames ?? [])
    }
  }
}
